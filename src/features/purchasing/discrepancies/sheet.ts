import type { Discrepancy } from '#contract/purchasing/discrepancyCalls.ts';
import type { Sheet } from '#crud/export/ExportButton.tsx';
import { CLAIM_LABEL, DISCREPANCY_LABEL } from '#domain/discrepancy.ts';
import { showDateTime } from '#domain/longTime.ts';
import { PARTY_LABEL, REASON_LABEL } from '#domain/transfer.ts';
import { casesNumber } from '#domain/units.ts';

/** The exported columns. Units are units, cases have two decimals, the value is in naira. */
export const SHEET: Sheet<Discrepancy> = {
  name: 'Discrepancies',
  columns: [
    { title: 'Date', value: (row) => showDateTime(row.at) },
    { title: 'Receipt', value: (row) => row.receipt.ref },
    { title: 'Supplier', value: (row) => row.supplier.name },
    { title: 'Supplier type', value: (row) => PARTY_LABEL[row.supplier_type], off: true },
    { title: 'Product', value: (row) => row.product.name },
    { title: 'Hub', value: (row) => row.hub?.name ?? '' },
    { title: 'Officer', value: (row) => row.officer?.name ?? '' },
    { title: 'Kind', value: (row) => DISCREPANCY_LABEL[row.kind] },
    { title: 'Reason', value: (row) => REASON_LABEL[row.reason] },
    { title: 'Expected (units)', value: (row) => row.quantity, off: true },
    { title: 'Accepted (units)', value: (row) => row.moved, off: true },
    { title: 'Units', value: (row) => row.units },
    { title: 'Cases', value: (row) => casesNumber(row.units, row.product.case_count, 2) },
    { title: 'Value', value: (row) => (row.value === null ? null : Number(row.value)) },
    { title: 'Note', value: (row) => row.note, off: true },
    { title: 'Claim', value: (row) => row.claim?.ref ?? '' },
    { title: 'State of the claim', value: (row) => (row.claim ? CLAIM_LABEL[row.claim.status] : ''), off: true },
  ],
};
