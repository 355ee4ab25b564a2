import { MEDIA } from '#contract/goods.ts'
import type { Language } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import { useText } from '#web/kit/text.ts'
import { localName } from '../../content/names.ts'
import type { RecordField } from '../../content/record-form.rules.ts'
import type { Content } from '../../content/use-content.ts'

export const SALE_FIELDS: readonly RecordField[] = [
  { name: 'title', type: 'local', max: 60 },
  { name: 'description', type: 'local', max: 300, isLong: true, isOptional: true },
  { name: 'startsAt', type: 'time' },
  { name: 'endsAt', type: 'time' },
  { name: 'programId', type: 'title', isOptional: true },
]

/** What was received first is typed once; later it is added to. */
export function useGoodsFields(sales: readonly Content[], language: Language): readonly RecordField[] {
  const { media } = useText('consoleSales')
  return [
    { name: 'name', type: 'local', max: 60 },
    { name: 'detail', type: 'local', max: 80, isOptional: true },
    { name: 'description', type: 'local', max: 600, isLong: true, isOptional: true },
    {
      name: 'saleId',
      type: 'choice',
      options: sales
        .filter(({ record }) => record.withdrawn !== true)
        .map(({ id, record }) => [id, localName(record.title, language)]),
    },
    { name: 'medium', type: 'choice', options: MEDIA.map((one) => [one, media[one]]) },
    { name: 'price', type: 'dollars' },
    { name: 'supplied', type: 'number', isOnceOnly: true },
    { name: 'restockOn', type: 'day', isOptional: true },
    { name: 'position', type: 'number', isOptional: true },
    { name: 'programId', type: 'title' },
  ]
}

export function useLockerFields(): readonly RecordField[] {
  const { regions } = useText('consoleTitles')
  return [
    { name: 'lockerCode', type: 'text', max: 20, isOnceOnly: true },
    { name: 'region', type: 'choice', options: REGIONS.map((region) => [region, regions[region]]) },
    { name: 'district', type: 'local', max: 40 },
    { name: 'address', type: 'local', max: 120 },
  ]
}

export const FREIGHT_FIELDS: readonly RecordField[] = [
  { name: 'zoneId', type: 'text', max: 64, isOnceOnly: true },
  { name: 'countries', type: 'list' },
  { name: 'first', type: 'dollars' },
  { name: 'further', type: 'dollars' },
]
