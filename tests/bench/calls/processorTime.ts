/** Processor time of processes by /proc, which says the same on a busy machine as on a quiet one. */
import { readFileSync } from 'node:fs';

/** Of one tick of /proc/PID/stat, ms. */
const TICK_MS = 10;

/** What these processes have used so far, ms; 0 where there is no /proc. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ofProcess(pid), 0);
}

function ofProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
