/** The worker of copyMaker.ts. */
import { type CopyRequest, copyWork } from './copyWork.ts';

const work = copyWork((report) => self.postMessage(report));
self.onmessage = ({ data }: MessageEvent<CopyRequest>) => work(data);
