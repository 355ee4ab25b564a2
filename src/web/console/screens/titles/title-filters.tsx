import { useEffect, useRef } from 'react'
import {
  licensors,
  TITLE_CLASSIFIES,
  TITLE_LACKS,
  TITLE_SORTS,
  TITLE_STATES,
  type TitlesFilter,
} from '#contract/admin/titles.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { SlidersIcon } from '#web/ui/feature-icons.tsx'
import { endOfDaysFromNow, instantOf } from '../../form/hong-kong.rules.ts'
import { useRead } from '../../client/use-read.ts'
import { SearchBox, SelectFilter, TimeFilter } from '../../table/filters.tsx'
import type { TableParams } from '../../table/use-table-params.ts'
import { PopoverButton } from '../../widgets/popover-button.tsx'
import styles from './titles.module.css'

export const FILTERS = [
  'text',
  'state',
  'classify',
  'vodType',
  'genre',
  'region',
  'year',
  'endsBefore',
  'lacks',
  'licensor',
] as const
/** The next ones whose windows end. */
const ENDING_DAYS = 30

type Params = TableParams<(typeof FILTERS)[number]>

const isYear = (typed: string | undefined): typed is string => /^(18[89]\d|19\d\d|2[01]\d\d|2200)$/.test(typed ?? '')
const lacksOf = (typed: string | undefined) => TITLE_LACKS.filter((lack) => (typed ?? '').split(',').includes(lack))

/** What the address says, as the call takes it; what is no filter of ours is left out. */
export function filterOf({ lacks, year, endsBefore, ...filter }: Params['filter']) {
  const lacking = lacksOf(lacks)
  return {
    text: filter.text,
    state: TITLE_STATES.find((state) => state === filter.state),
    classify: TITLE_CLASSIFIES.find((classify) => classify === filter.classify),
    vodType: VOD_TYPES.find((type) => type === filter.vodType),
    genre: GENRES.find((genre) => genre === filter.genre),
    region: REGIONS.find((region) => region === filter.region),
    year: isYear(year) ? Number(year) : undefined,
    endsBefore: instantOf(endsBefore),
    lacks: lacking.length > 0 ? lacking : undefined,
    licensor: filter.licensor,
  } satisfies TitlesFilter
}

export function TitleFilters({ filter, sort, set }: Pick<Params, 'filter' | 'sort' | 'set'>) {
  const text = useText('consoleTitles')
  const { filters } = text
  return (
    <>
      <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
      <SelectFilter
        label={filters.state}
        value={filter.state}
        options={TITLE_STATES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state })}
      />
      <SelectFilter
        label={filters.classify}
        value={filter.classify}
        options={TITLE_CLASSIFIES.map((each) => [each, text.classifies[each]])}
        onChange={(classify) => set({ classify })}
      />
      <SelectFilter
        label={filters.vodType}
        value={filter.vodType}
        options={VOD_TYPES.map((type) => [type, text.vodTypes[type]])}
        onChange={(vodType) => set({ vodType })}
      />
      <MoreFilters filter={filter} set={set} />
      <SelectFilter
        label={filters.sort}
        value={sort}
        isRequired
        options={TITLE_SORTS.map((each) => [each, text.sorts[each]])}
        onChange={(next) => set({ sort: next })}
      />
    </>
  )
}

function MoreFilters({ filter, set }: Pick<Params, 'filter' | 'set'>) {
  const { filters, regions, lacks, genres } = useText('consoleTitles')
  const count = (['genre', 'region', 'year', 'endsBefore', 'lacks', 'licensor'] as const).filter(
    (name) => filter[name],
  ).length
  const lacking = lacksOf(filter.lacks)
  return (
    <PopoverButton
      face={
        <>
          <SlidersIcon size={16} />
          {count > 0 ? filters.moreOf(count) : filters.more}
        </>
      }
    >
      <div className={styles.more}>
        <SelectFilter
          label={filters.genre}
          value={filter.genre}
          options={GENRES.map((genre) => [genre, genres[genre]])}
          onChange={(genre) => set({ genre })}
        />
        <SelectFilter
          label={filters.region}
          value={filter.region}
          options={REGIONS.map((region) => [region, regions[region]])}
          onChange={(region) => set({ region })}
        />
        <YearFilter label={filters.year} value={filter.year} onChange={(year) => set({ year })} />
        <TimeFilter
          label={filters.endsBefore}
          value={filter.endsBefore}
          onChange={(endsBefore) => set({ endsBefore })}
        />
        <button
          type="button"
          className={styles.shortcut}
          onClick={() => set({ endsBefore: endOfDaysFromNow(ENDING_DAYS, serverNow()), sort: 'ends' })}
        >
          {filters.endsWithin(ENDING_DAYS)}
        </button>
        <LicensorFilter label={filters.licensor} value={filter.licensor} onChange={(licensor) => set({ licensor })} />
        <fieldset className={styles.choices}>
          <legend>{filters.lacks}</legend>
          {TITLE_LACKS.map((lack) => (
            <CheckField
              key={lack}
              name={`lacks-${lack}`}
              label={lacks[lack]}
              checked={lacking.includes(lack)}
              onChange={(isOn) =>
                set({ lacks: TITLE_LACKS.filter((each) => (each === lack ? isOn : lacking.includes(each))).join() })
              }
            />
          ))}
        </fieldset>
      </div>
    </PopoverButton>
  )
}

interface LicensorFilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Shown where a title says of whom it is licensed. */
function LicensorFilter({ label, value, onChange }: LicensorFilterProps) {
  const { data } = useRead(licensors, {})
  const known = [...new Set([...(data?.list ?? []), ...(value === undefined ? [] : [value])])]
  if (known.length === 0) return null
  return <SelectFilter label={label} value={value} options={known.map((name) => [name, name])} onChange={onChange} />
}

interface YearFilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filters once it is a year. */
function YearFilter({ label, value = '', onChange }: YearFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (value === '' && input.current && isYear(input.current.value)) input.current.value = ''
  }, [value])
  return (
    <label className={styles.year}>
      <span>{label}</span>
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        defaultValue={value}
        onChange={({ target }) => {
          if (target.value === '' || isYear(target.value)) onChange(target.value || undefined)
        }}
      />
    </label>
  )
}
