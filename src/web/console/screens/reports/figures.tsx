import {
  ACCESS_WAYS,
  COMPARISONS,
  DEVICE_CLASSES,
  type Dimension,
  exportReport,
  type Measure,
  MEASURE_NAMES,
  MEASURES,
  type MeasureDefinition,
  series,
  top,
} from '#contract/admin/reports.ts'
import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useExport } from '../../client/use-export.ts'
import { useRead } from '../../client/use-read.ts'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SelectFilter, TimeFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { Segments } from '../../widgets/segments.tsx'
import { MissedWords } from './missed-words.tsx'
import { ReportPanel } from './report-panel.tsx'
import { periodOf, PRESETS, type ReportPeriod } from './report-period.rules.ts'
import { TopTitles } from './top-titles.tsx'
import styles from './reports.module.css'

const NARROWING = ['region', 'access', 'device', 'title'] as const
const PARAMS = ['measure', 'days', 'from', 'until', 'compare', 'by', ...NARROWING] as const
type Param = (typeof PARAMS)[number]

const GROUPS = [...new Set(MEASURE_NAMES.map((name) => MEASURES[name].group))]

/** One report: its period, what it is compared with and divided by, its chart and tables. */
export function Figures() {
  const text = useText('consoleReports')
  const shell = useShellText()
  const me = useMe()
  const { language } = useCallContext()
  const params = useTableParams<Param>(PARAMS, [''])
  const { filter } = params
  const open = MEASURE_NAMES.filter((name) => me !== undefined && hasRole(me, MEASURES[name].roles))
  const measure = open.find((name) => name === filter.measure) ?? open[0] ?? 'plays'
  const definition: MeasureDefinition = MEASURES[measure]
  const period = periodOf(filter, hongKongDay(new Date(serverNow()).toISOString()))
  const narrowed = narrowedOf(filter, definition)
  const asked = { measure, from: period.from, until: period.until, filter: narrowed }
  const compare = COMPARISONS.find((each) => each === (filter.compare ?? 'before'))
  const by = definition.by.find((each) => each === filter.by)
  const read = useRead(series, { ...asked, ...(compare && { compare }), ...(by && { by }) })
  const ranked = useRead(top, { ...asked, ...(compare && { compare }) }, { enabled: definition.hasTop })
  const { save, pending } = useExport(exportReport, {
    ...text,
    fileName: `${measure}-${period.from}-${period.until}.csv`,
  })
  return (
    <div className={styles.figures}>
      <MeasureList open={open} current={measure} filter={filter} />
      <div className={styles.report}>
        <Filters isFiltered={NARROWING.some((name) => filter[name] !== undefined)} onClear={() => params.set(CLEARED)}>
          <PeriodFilters period={period} params={params} />
          <DivisionFilters definition={definition} params={params} />
          {narrowed.title === undefined ? null : (
            <Button icon={<CloseIcon size={14} />} onClick={() => params.set({ title: undefined })}>
              {text.onlyTitle(read.data?.title?.[language] ?? narrowed.title)}
            </Button>
          )}
        </Filters>
        <ReportPanel
          measure={measure}
          definition={definition}
          by={by}
          period={period}
          read={read}
          action={
            <Button
              icon={<DownloadIcon size={16} />}
              busy={pending}
              busyText={shell.busy}
              onClick={() => void save(asked)}
            >
              {text.export}
            </Button>
          }
        />
        {measure === 'missedSearches' ? <MissedWords from={period.from} until={period.until} /> : null}
        {definition.hasTop && narrowed.title === undefined ? (
          <TopTitles
            measure={measure}
            unit={definition.unit}
            read={ranked}
            hrefOf={(title) => addressOf(filter, { title })}
          />
        ) : null}
      </div>
    </div>
  )
}

const CLEARED = Object.fromEntries(NARROWING.map((name) => [name, undefined]))

type Filter = TableParams<Param>['filter']

/** An address of this screen with some of what it shows changed. */
const addressOf = (filter: Filter, change: Partial<Record<Param, string>>): string =>
  href(PATHS.reports, { ...filter, ...change } as Record<string, string>)

/** What the figure can be narrowed to; the rest of an address is left. */
function narrowedOf({ region, access, device, title }: Filter, { filters }: MeasureDefinition) {
  const given = {
    region: REGIONS.find((each) => each === region),
    access: ACCESS_WAYS.find((each) => each === access),
    device: DEVICE_CLASSES.find((each) => each === device),
    title,
  }
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && filters.includes(name as 'title')),
  ) as Partial<typeof given>
}

interface MeasureListProps {
  open: readonly Measure[]
  current: Measure
  filter: Filter
}

function MeasureList({ open, current, filter }: MeasureListProps) {
  const text = useText('consoleReports')
  return (
    <nav className={styles.measures} aria-label={text.measure}>
      {GROUPS.map((group) => {
        const names = open.filter((name) => MEASURES[name].group === group)
        if (names.length === 0) return null
        return (
          <div key={group} className={styles.group}>
            <h2>{text.groups[group]}</h2>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <a
                    href={addressOf({ ...filter, by: undefined } as Filter, { measure: name })}
                    aria-current={name === current ? 'page' : undefined}
                  >
                    {text.measures[name]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

interface PeriodFiltersProps {
  period: ReportPeriod
  params: TableParams<Param>
}

function PeriodFilters({ period, params: { filter, set } }: PeriodFiltersProps) {
  const text = useText('consoleReports')
  const today = hongKongDay(new Date(serverNow()).toISOString())
  const choose = (change: { from?: string | undefined; until?: string | undefined }) => {
    const { from, until } = { from: period.from, until: period.until, ...change }
    if (from === undefined || until === undefined) return
    set({ days: undefined, from: from < until ? from : until, until: from < until ? until : from })
  }
  return (
    <>
      <Segments
        label={text.period}
        value={period.preset ?? ''}
        options={PRESETS.map((preset) => [preset, text.periods[preset]])}
        onChange={(days) => set({ days, from: undefined, until: undefined })}
      />
      <TimeFilter label={text.from} isDay max={today} value={period.from} onChange={(from) => choose({ from })} />
      <TimeFilter label={text.until} isDay max={today} value={period.until} onChange={(until) => choose({ until })} />
      <SelectFilter
        label={text.compare}
        value={filter.compare ?? 'before'}
        isRequired
        options={[
          ...COMPARISONS.map((each) => [each, text.comparisons[each]] as const),
          ['none', text.comparisons.none],
        ]}
        onChange={(compare) => set({ compare })}
      />
    </>
  )
}

interface DivisionFiltersProps {
  definition: MeasureDefinition
  params: TableParams<Param>
}

function DivisionFilters({ definition: { by, filters }, params: { filter, set } }: DivisionFiltersProps) {
  const text = useText('consoleReports')
  const names: Readonly<Record<string, string>> = text.keys
  const choices = { region: REGIONS, access: ACCESS_WAYS, device: DEVICE_CLASSES } as const
  return (
    <>
      {by.length > 0 ? (
        <SelectFilter
          label={text.by}
          value={by.find((each) => each === filter.by) ?? ''}
          isRequired
          options={[['', text.dimensions.none], ...by.map((each: Dimension) => [each, text.dimensions[each]] as const)]}
          onChange={(each) => set({ by: each })}
        />
      ) : null}
      {(['region', 'access', 'device'] as const)
        .filter((name) => filters.includes(name))
        .map((name) => (
          <SelectFilter
            key={name}
            label={text.dimensions[name]}
            value={filter[name]}
            options={choices[name].map((each) => [each, names[each] ?? each])}
            onChange={(each) => set({ [name]: each })}
          />
        ))}
    </>
  )
}
