import { type PartyType, WAREHOUSE_TYPE_ALSO, WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';

/** The type of a warehouse in the documents' word (WH-11), followed by our own word for its owner in brackets. */
export const TypeWord = ({ of }: { of: PartyType }) => (
  <>
    {WAREHOUSE_TYPE_LABEL[of]}
    {WAREHOUSE_TYPE_ALSO[of] && <span className="text-ink-faint">{` (${WAREHOUSE_TYPE_ALSO[of].text})`}</span>}
  </>
);
