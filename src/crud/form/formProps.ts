/** The properties of a form of a model. */
import type { ReactNode } from 'react';
import type { Model, RowOf } from '#contract/model.ts';
import type { ListTexts } from '../list/ListScreen.tsx';
import type { Address, CrudList } from '../paths.ts';
import type { Values } from './formValues.ts';
import type { FormState } from './useForm.ts';

export interface FormProps<M extends Model> {
  of: M;
  words: Pick<ListTexts, 'one' | 'title' | 'kind' | 'toastName' | 'missing' | 'stop'>;
  path: CrudList;
  /** With an id the form updates, otherwise it creates. */
  id?: string | undefined;
  /** The initial texts of a new record; the keys are the form's fields. */
  blank: Values;
  /** The texts of a stored record, if they are not simply its fields. */
  from?: (row: RowOf<M>) => Values;
  create?: 'create' | 'signup';
  check?: (values: Values) => Record<string, string>;
  /** Values sent in addition to the form's texts. */
  also?: (row: RowOf<M> | null, values: Values) => Readonly<Record<string, string | undefined>>;
  /** Called when a submit was refused for good: the next submit is a new request, even with the same values (B12.7). */
  refused?: () => void;
  /** The address after saving: by default the new record's update page, or the list after an update. */
  done?: (id: string) => Address;
  /** The label of the button, if it is not Create or Update. */
  save?: string;
  /** What to show instead of the button if the record can no longer be changed. */
  locked?: (row: RowOf<M>) => ReactNode;
  children: (form: FormState, mode: 'create' | 'update', row: RowOf<M> | null) => ReactNode;
  /** Shown below the buttons on update: effects of saving beyond the record. It may appear while somebody types. */
  foot?: (form: FormState, row: RowOf<M>) => ReactNode;
  /** A record with a page of its own: its name is the title. One tab is looked at, the other has the form with the title of before (decision 0370). */
  page?: {
    title: (row: RowOf<M>) => ReactNode;
    note: (row: RowOf<M>) => ReactNode;
    overview: (row: RowOf<M>) => ReactNode;
    /** The content between the form and its history. `aside`: the result of `aside`. */
    below: (row: RowOf<M>, aside: ReactNode) => ReactNode;
    /** The words of the overview's button that leads to the form. */
    toForm: string;
    /** The form has few fields: it is as wide as a form alone. */
    narrow?: boolean;
  };
  /** A record whose page has tabs of its own, of which the form is one: the page around `form`, which has its heading. */
  frame?: (row: RowOf<M>, form: ReactNode) => ReactNode;
  /** Shown under the form on update, above the history; on a page of the record's own where `page.below` puts it. */
  aside?: (row: RowOf<M>) => ReactNode;
}

/** The same with the row that is edited. Null: a new record. */
export interface RecordProps<M extends Model> extends FormProps<M> {
  row: RowOf<M> | null;
  /** The row on the server, if it is newer than `row`. */
  newer?: RowOf<M> | null;
  onDirty?: (dirty: boolean) => void;
  onTheirs?: (row: RowOf<M>) => void;
}
