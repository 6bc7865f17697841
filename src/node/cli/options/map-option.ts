import { faultText } from '../../../datasets/faults/fault.ts';
import {
  MAPPED_FIELDS,
  mappingFault,
  type MappedField,
  type Mapping,
} from '../../../datasets/mapping/mapping.ts';
import { didYouMean } from '../text/suggestion.ts';
import { UsageError } from '../text/usage-error.ts';

/** `statement=prompt,tests=cases`. @throws UsageError */
export function mapOption(text: string): Mapping {
  const mapping: Partial<Record<MappedField, string>> = {};
  for (const pair of text.split(',')) {
    const [, name = '', column = ''] = /^\s*([^=]*?)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    const field = MAPPED_FIELDS.find((known) => known === name);
    if (column === '') throw new UsageError(`--map ${pair}: is no FIELD=COLUMN`);
    if (field === undefined)
      throw new UsageError(
        `--map ${name}: no such field${didYouMean(name, MAPPED_FIELDS)}; there are ${MAPPED_FIELDS.join(', ')}`,
      );
    mapping[field] = column;
  }
  const fault = mappingFault(mapping);
  if (fault !== null) throw new UsageError(`--map ${text}: ${faultText(fault)}`);
  return mapping;
}
