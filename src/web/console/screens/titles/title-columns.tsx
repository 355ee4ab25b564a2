import type { TitleRow } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import type { Column } from '../../table/columns.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { TitleStatePills } from './title-state.tsx'
import styles from './titles.module.css'
import { VOD_TYPES, type VodType } from '#contract/vod-types.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'

export function useTitleColumns(): readonly Column<TitleRow>[] {
  const text = useText('consoleTitles')
  const { columns, classifies, lacks, restrictions } = text
  const classOf = ({ restriction }: TitleRow) => <ClassBadge value={restriction} label={restrictions[restriction]} />
  return [
    {
      id: 'title',
      label: columns.title,
      sort: { up: 'title', down: '-title' },
      cell: (row) => (
        <TitleCell row={row}>
          {classOf(row)}
          <span>{classifies[row.classify]}</span>
          <TitlePrice {...row} />
        </TitleCell>
      ),
    },
    { id: 'classify', label: columns.classify, from: 'desktop', cell: ({ classify }) => classifies[classify] },
    { id: 'restriction', label: columns.restriction, from: 'desktop', cell: classOf },
    {
      id: 'price',
      label: columns.price,
      from: 'desktop',
      cell: (row) => (
        <span className={styles.pills}>
          <TitlePrice {...row} />
        </span>
      ),
    },
    {
      id: 'state',
      label: columns.state,
      cell: (row) => (
        <>
          <span className={styles.pills}>
            <TitleStatePills {...row} />
          </span>
          <span className={styles.narrow}>
            <When at={row.updatedAt} />
          </span>
        </>
      ),
    },
    {
      id: 'lacks',
      label: columns.lacks,
      from: 'desktop',
      cell: (row) => (
        <span className={styles.lacks}>
          {row.lacks.map((lack) => (
            <Pill key={lack} tone="plain">
              {lacks[lack]}
            </Pill>
          ))}
        </span>
      ),
    },
    {
      id: 'window',
      label: columns.window,
      sort: { up: 'ends', down: '-ends' },
      from: 'tablet',
      cell: ({ windows }) => <WindowCell windows={windows} />,
    },
    {
      id: 'updated',
      label: columns.updated,
      sort: { up: 'updated', down: '-updated' },
      from: 'desktop',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ]
}

function TitleCell({ row, children }: { row: TitleRow; children: React.ReactNode }) {
  const { untitled } = useText('consoleTitles')
  const { title, keyart } = row
  return (
    <span className={styles.title}>
      <span className={styles.poster}>
        {keyart ? <ResponsiveImage src={`/i/${keyart}`} alt="" sizes="40px" to={160} /> : null}
      </span>
      <span className={styles.names}>
        <strong lang="zh-HK">{title.zh_HK || untitled}</strong>
        <span lang="en">{title.en_US}</span>
        <span className={styles.facts}>{children}</span>
      </span>
    </span>
  )
}

/** The window that ends first; how many others there are. */
function WindowCell({ windows }: Pick<TitleRow, 'windows'>) {
  const text = useText('consoleTitles')
  const [first, ...others] = windows.toSorted((a, b) => ((a.endsAt ?? '9') < (b.endsAt ?? '9') ? -1 : 1))
  if (!first) return <span className={styles.quiet}>{text.noWindow}</span>
  const { startsAt, endsAt } = first
  const regions = windows.filter((window) => window.startsAt === startsAt && window.endsAt === endsAt)
  const more = others.length + 1 - regions.length
  return (
    <span className={styles.window}>
      {text.until(hongKongDay(startsAt), endsAt ? hongKongDay(endsAt, 'end') : undefined)}
      <span className={styles.quiet}>
        {regions.map(({ region }) => text.regions[region as 'HK' | 'MO']).join(' · ')}
        {more > 0 ? ` ${text.moreWindows(more)}` : ''}
      </span>
    </span>
  )
}

const TONES = {
  'FREE TO WATCH': 'ok',
  'VIP UNLIMITED WATCH': 'warn',
  'MOVIE VOUCHER': 'pink',
  'PAY PER RENT': 'blue',
} as const satisfies Record<VodType, Tone>

/** How a title is paid for, cheapest first. */
function TitlePrice({ vodTypes, credits }: { vodTypes: readonly VodType[]; credits: number }) {
  const text = useText('consoleTitles')
  const { language } = useCallContext()
  return VOD_TYPES.filter((type) => vodTypes.includes(type)).map((type) => (
    <Pill key={type} tone={TONES[type]}>
      {type === 'PAY PER RENT' && credits > 0 ? text.credits(formatNumber(credits, language)) : text.vodTypes[type]}
    </Pill>
  ))
}
