import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { showPaperTime } from '#domain/longTime.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { Button } from '../Button.tsx';
import { usePrinting } from '../hooks/usePrinting.ts';
import { Mark } from '../Mark.tsx';

export type PaperFact = readonly [name: string, value: string];

interface Props {
  title: string;
  /** Names beside their values, below the title. */
  facts: readonly PaperFact[];
  /** The name of the person who prints. */
  by: string | undefined;
  /** The table and the signatures. It is called only while the page is printed. */
  children: () => ReactNode;
}

/**
 * The button "Print" with its A4 paper. The paper is a part of the page only while the page is printed, also by the browser's own command, and then nothing
 * else of the screen is.
 */
export function PrintSheet({ title, facts, by, children }: Props) {
  const printed = usePrinting();
  return (
    <>
      <Button icon="print" onClick={() => window.print()}>
        Print
      </Button>
      {printed !== null &&
        createPortal(
          <div data-sheet="a4">
            <article className="paper">
              <PaperHead title={title} facts={facts} />
              {children()}
              <PaperFoot printed={printed} by={by} />
            </article>
          </div>,
          document.body,
        )}
    </>
  );
}

/** The head of every paper. `children` stands between the title and the facts. */
export function PaperHead({
  title,
  facts,
  children,
}: {
  title: string;
  facts: readonly PaperFact[];
  children?: ReactNode;
}) {
  return (
    <>
      <header>
        <p className="paper-brand">
          <Mark size={18} />
          {APP_NAME}
        </p>
        <h1>{title}</h1>
      </header>
      {children}
      <dl>
        {facts.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** `printed`: the time of printing in epoch seconds, by this device's clock. */
export function PaperFoot(own: { printed: number; by: string | undefined }) {
  return (
    <p className="paper-printed">
      <Printed {...own} />
    </p>
  );
}

/** When a paper was printed, and by whom. */
const Printed = ({ printed, by }: { printed: number; by: string | undefined }) => (
  <>
    Printed {showPaperTime(printed)}
    {by && ` by ${by}`}
  </>
);

/** The line above the title of a screen that is printed as it is, such as a list. A screen with a paper of its own prints that alone. */
export function PaperMark({ by }: { by: string | undefined }) {
  const printed = usePrinting();
  if (printed === null) return null;
  return (
    <p className="paper-mark">
      <span className="paper-brand">
        <Mark size={18} />
        {APP_NAME}
      </span>
      <span>
        <Printed printed={printed} by={by} />
      </span>
    </p>
  );
}
