/** JavaScript to the first useful screen: at most 110 kB brotli (needs a build). */
// @ts-expect-error plain JavaScript of our tools
import { firstLoad } from '../../src/tools/size.mjs';

const sizes = firstLoad() as Map<string, number>;
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
for (const [name, size] of [...sizes].sort((a, b) => b[1] - a[1]))
  process.stdout.write(`${String(size).padStart(8)}  ${name}\n`);
process.stdout.write(`${String(total).padStart(8)}  bytes brotli in ${sizes.size} files (goal: 110000)\n`);
