// sharp as rendering wants it. One thread per picture: tiles are encoded side by side, which needs no threads within a tile. A cache would
// only hold memory.
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

export { sharp };
