// sharp configured for rendering. One thread per image: tiles are encoded in parallel, so a tile needs no threads of
// its own. A cache would only use memory.
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

export { sharp };
