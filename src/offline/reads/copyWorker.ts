/** The worker of copyMaker.ts. */
import { type CopyRequest, copyWork } from './copyWork.ts';

const work = copyWork((told) => (self as unknown as Worker).postMessage(told));
self.onmessage = ({ data }: MessageEvent<CopyRequest>) => work(data);
