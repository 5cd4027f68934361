import { useState } from 'react';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import type { ParkedCode } from '#offline/outbox/scanNotes.ts';
import { Button } from '#ui/Button.tsx';
import { CodeList, CodeNote, CodeRow, NowKnown, TeachButton, TeachHint } from '../scan/CodeList.tsx';
import { TeachDialog } from '../scan/TeachDialog.tsx';
import { strayDoubt, strayText } from '../transfer/typing/strayWords.ts';
import type { CountDeskState } from './useCountDesk.ts';

type Scanner = CountDeskState['scanner'];

/**
 * The scanned codes of a stocktake that no product has. They stay on this tablet, and scanning goes on meanwhile. A person who may change products
 * can link a code to a product. That product is then chosen, with the figure that was typed after the scan.
 */
export function CountCodes({ scanner }: { scanner: Scanner }) {
  const { online } = useContact();
  const mayTeach = useCan('update_product');
  const [teaching, setTeaching] = useState<string | null>(null);
  const { unknown, parked } = scanner;
  const n = parked.length;
  if (n === 0) return null;
  return (
    <>
      <CodeList
        title={plural(n, '# code is unknown, not counted', '# codes are unknown, not counted')}
        isTitleHidden={n === 1}
        folds={n > 1}
        alert={unknown && `Unknown code ${unknown.code}, not counted.`}
        className="max-h-[40%] border-t max-lg:max-h-48"
        foot={parked.some(({ code }) => !scanner.nowKnown(code)) && <TeachHint {...{ online, mayTeach }} />}
      >
        {parked.map((one) => (
          <Row key={one.code} {...{ scanner }} parked={one} isOnline={online} onTeach={mayTeach ? setTeaching : null} />
        ))}
      </CodeList>
      {teaching && (
        <TeachDialog
          code={teaching}
          onClose={() => setTeaching(null)}
          onTaught={(productId) => {
            setTeaching(null);
            void scanner.taught(productId, teaching);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  scanner: Scanner;
  parked: ParkedCode;
  isOnline: boolean;
  /** Links the code to a product. Null: the person lacks the right. */
  onTeach: ((code: string) => void) | null;
}

function Row({ scanner, parked: { code, figures = [] }, isOnline, onTeach }: RowProps) {
  const [figure] = figures;
  const product = scanner.nowKnown(code);
  const doubt = figure && strayDoubt(figure);
  return (
    <CodeRow
      {...{ code }}
      words={figure ? `not counted: ${strayText(figure)}` : 'not counted'}
      isLast={scanner.unknown?.code === code}
      notes={
        <>
          {doubt && <CodeNote tone="wait">{doubt}</CodeNote>}
          {product && <NowKnown name={product.name} />}
        </>
      }
      onRemove={() => scanner.forget(code)}
    >
      {product && (
        <Button icon="count" onClick={() => void scanner.taught(product._id, code)}>
          Count it
        </Button>
      )}
      {!product && onTeach && <TeachButton {...{ isOnline }} onTeach={() => onTeach(code)} />}
    </CodeRow>
  );
}
