// The parts of the model file: written and read back without loss, refused if they are something else.
import { describe, expect, it } from 'vitest';
import { readPackHead, readStorey, type StoreyGeometry, writePackHead, writeStorey } from './pack.ts';

const storey: StoreyGeometry = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1.5, 0]),
  indices: new Uint32Array([0, 1, 2]),
  edges: new Uint32Array([0, 1, 1, 2]),
  shapes: new Uint32Array([0, 3, 0, 3, 0, 4]),
  instances: new Uint32Array([0, 0, 0xff_80_40_20, 0, 1, 0x80_00_00_ff]),
  matrices: new Float32Array([...Array(12).keys(), ...Array(12).keys()]),
  elements: [
    { globalId: '1hOSvn6df7F8_7GcBWlRGQ', type: 'IfcDoor', name: 'Tür, zweiflügelig' },
    { globalId: '2hOSvn6df7F8_7GcBWlRGQ', type: 'IfcWall', name: '' },
  ],
  numbers: new Uint32Array([7, 3]),
  placements: new Float32Array([...Array(24).keys()]),
};

describe('a storey in the model file', () => {
  it('is read back as written', () => {
    expect(readStorey(writeStorey(storey))).toEqual(storey);
  });

  it('is read from an offset within a larger buffer', () => {
    const written = writeStorey(storey);
    const among = new Uint8Array(written.length + 9);
    among.set(written, 5);
    expect(readStorey(among.subarray(5, 5 + written.length))).toEqual(storey);
  });
});

describe('the header of the model file', () => {
  it('locates the index, even beyond four gigabytes', () => {
    const index = { offset: 5 * 2 ** 32 + 17, length: 1_234 };
    expect(readPackHead(writePackHead(index))).toEqual(index);
  });

  it('is not found in other files', () => {
    expect(() => readPackHead(new Uint8Array(100).fill(73))).toThrow('internal');
    expect(() => readPackHead(new Uint8Array(3))).toThrow('internal');
  });
});
