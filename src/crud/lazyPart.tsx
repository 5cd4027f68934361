/** Parts of the app in files of their own. A file that does not come never takes the page down: the part comes when the server is back. */
import { type ComponentType, type ReactNode, use, useEffect, useReducer } from 'react';
import { didNotCome, untilItComes } from '#client/appFiles.ts';

/** What stands where a part has not come. */
type Missing = () => ReactNode;

/** The part's own properties, of whatever its file exports under that name. */
type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload(): Promise<void> };

/**
 * A component fetched when it is first shown, or by `preload` (which never rejects). While it is fetched the nearest Suspense waits; if it does
 * not come, `Missing` stands there (nothing, unless said) until it does. `gone`: told when the server answers but has no such file any more.
 * A mistake inside the file is thrown to the nearest error boundary.
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
        state = didNotCome(error) ? 'missing' : 'broken';
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
      late ??= take(untilItComes(load, gone));
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
