/** Parts of the app in separate files. A file that cannot be loaded never breaks the page: its part appears when the server is reachable again. */
import { type ComponentType, type ReactNode, use, useEffect, useReducer } from 'react';
import { isFileMissing, loadUntilItSucceeds } from '#client/appFiles.ts';

/** What is shown in place of a part that could not be loaded. */
type Missing = () => ReactNode;

/** The properties of the component that the file exports under that name. */
type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload(): Promise<void> };

/**
 * A component that is loaded when it is first shown, or by `preload`, which never rejects. While it loads the nearest Suspense waits. If it cannot be
 * loaded, `Missing` is shown until it can (by default nothing). `gone` is called when the server answers but no longer has the file. An error inside
 * the file goes to the nearest error boundary.
 */
export function lazyPart<Name extends string, File extends Record<Name, unknown>>(
  load: () => Promise<File>,
  name: Name,
  Missing: Missing = () => null,
  gone?: () => void,
): LazyPart<PropsOf<File[Name]>> {
  type Props = PropsOf<File[Name]>;
  let Part: ComponentType<Props> | undefined;
  let state: 'to come' | 'missing' | 'broken' = 'to come';
  let broken: unknown;
  let coming: Promise<void> | undefined;
  let late: Promise<void> | undefined;
  const take = (file: Promise<File>) =>
    file.then(
      (exports) => {
        Part = exports[name] as ComponentType<Props>;
      },
      (error: unknown) => {
        state = isFileMissing(error) ? 'missing' : 'broken';
        broken = error;
      },
    );
  const preload = () => {
    coming ??= take(load());
    return coming;
  };

  function Arriving(props: Props & object) {
    const [, look] = useReducer((count: number) => count + 1, 0);
    const missing = !Part && state === 'missing';
    useEffect(() => {
      if (!missing) return;
      late ??= take(loadUntilItSucceeds(load, gone));
      void late.then(look);
    }, [missing]);
    if (Part) return <Part {...props} />;
    if (state === 'broken') throw broken;
    if (state === 'missing') return <Missing />;
    use(preload());
    return null;
  }
  return Object.assign(Arriving as (props: Props) => ReactNode, { preload });
}
