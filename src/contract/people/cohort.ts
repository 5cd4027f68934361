import * as v from 'valibot';
import { id, ignored, longText, optional, status, text } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A named group of retailers; `buyers` is their number (COH-04). The tag is always empty, whatever is sent. */
export const cohort = model(
  'cohort',
  {
    title: text('Title', { min: 3 }),
    tag: ignored('Tag'),
    description: longText('Description'),
    status: status(),
    manufacturer_id: optional(id('Manufacturer')),
  },
  {
    label: 'Cohort',
    needs: NEEDS.cohort,
    extra: { manufacturer_id: v.nullable(v.string()), buyers: v.number() },
    readBy: ['manufacturer_id'],
    search: ['title', 'status'],
    sort: ['title', 'status', 'created'],
    defaultSort: 'title',
  },
);
