/** Says in one sentence why a camera shows no picture, and how to continue. */
import type { CameraState } from './useCamera.ts';

/** `ofTablet`: the camera was to read the codes of another tablet. */
export const CAMERA_PROBLEMS: Readonly<
  Record<Exclude<CameraState, 'starting' | 'live'>, { text: string; ofTablet: string; again: string }>
> = {
  refused: {
    text: 'The camera is not allowed for this app. Allow it in the browser, or use a scanner.',
    ofTablet: 'The camera is not allowed for this app. Allow it in the browser, or hand over with paper.',
    again: 'Allow the camera',
  },
  absent: {
    text: 'The camera was not found. Use a scanner, or choose the product by name.',
    ofTablet: 'The camera was not found. Hand over with paper.',
    again: 'Try again',
  },
  broken: {
    text: 'The camera could not be started. Use a scanner, or choose the product by name.',
    ofTablet: 'The camera could not be started. Close other apps that use it.',
    again: 'Try again',
  },
  unread: {
    text: 'Connect this tablet once to read codes with the camera.',
    ofTablet: 'Connect this tablet once to read codes with the camera.',
    again: 'Try again',
  },
};
