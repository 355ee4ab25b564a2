import { useState } from 'react'
import { why } from '#contract/admin/customers.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { list as listTitles } from '#contract/admin/titles.ts'
import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { SelectFilter } from '../../table/filters.tsx'
import { Combobox } from '../../widgets/combobox.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState } from '../../widgets/state.tsx'
import styles from './customers.module.css'

type Decision = AdminOutputOf<typeof why>

const TONES = {
  play: 'ok',
  buy: 'blue',
  parental: 'warn',
  login: 'warn',
  deny: 'bad',
  hidden: 'plain',
} as const satisfies Record<Decision['access'], Tone>

const FOUND_MAX = 20

/** Whether the account may watch a title now, in words, by the decision that the player asks for. */
export function Why({ accountId }: { accountId: string }) {
  const { why: text } = useText('consoleCustomers')
  const { language } = useCallContext()
  const [title, setTitle] = useState<{ programId: string; name: string }>()
  const [region, setRegion] = useState<(typeof REGIONS)[number]>('HK')
  const [kids, setKids] = useState(false)
  const { data, error, refetch } = useRead(
    why,
    { accountId, programId: title?.programId ?? '', region, kids },
    { enabled: title !== undefined },
  )
  return (
    <div className={styles.why}>
      <p className={styles.fact}>{text.lead}</p>
      <div className={styles.whyFields}>
        {title ? (
          <span className={styles.picked}>
            <span>
              <strong>{title.name}</strong> <small>{title.programId}</small>
            </span>
            <Button size="s" look="text" onClick={() => setTitle(undefined)}>
              {text.other}
            </Button>
          </span>
        ) : (
          <TitlePicker language={language} onPick={setTitle} />
        )}
        <SelectFilter
          label={text.region}
          isRequired
          value={region}
          options={REGIONS.map((each) => [each, text.regions[each]])}
          onChange={(chosen) => setRegion(chosen === 'MO' ? 'MO' : 'HK')}
        />
        <SelectFilter
          label={text.profile}
          isRequired
          value={kids ? 'kids' : 'adult'}
          options={(['adult', 'kids'] as const).map((each) => [each, text.profiles[each]])}
          onChange={(chosen) => setKids(chosen === 'kids')}
        />
      </div>
      {error ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      <div aria-live="polite">{title && data ? <Answer decision={data} /> : null}</div>
    </div>
  )
}

interface TitlePickerProps {
  language: 'zh_HK' | 'en_US'
  onPick: (title: { programId: string; name: string }) => void
}

function TitlePicker({ language, onPick }: TitlePickerProps) {
  const { why: text } = useText('consoleCustomers')
  const { loading } = useShellText()
  const [typed, setTyped] = useState('')
  const found = useRead(listTitles, { filter: { text: typed }, limit: FOUND_MAX }, { enabled: typed !== '' })
  const choices = (typed === '' ? [] : found.data?.list)?.map(({ programId, title }) => ({
    key: programId,
    value: { programId, name: title[language] || title.zh_HK },
    label: title[language] || title.zh_HK,
    note: programId,
  }))
  return (
    <Combobox
      label={text.ask}
      choices={choices}
      onSearch={setTyped}
      onPick={onPick}
      texts={{ none: text.none, results: text.results, loading }}
    />
  )
}

function Answer({ decision: { access, by, until, offers, reason } }: { decision: Decision }) {
  const { why: text } = useText('consoleCustomers')
  const { language } = useCallContext()
  return (
    <div className={styles.answer}>
      <Pill tone={TONES[access]} hasDot>
        {text.outcomes[access]}
      </Pill>
      {by ? <span>{text.by[by]}</span> : null}
      {until ? <span>{text.until(formatInstant(until, language))}</span> : null}
      {reason ? <span>{text.reasons[reason] ?? reason}</span> : null}
      {offers.length > 0 ? (
        <ul>
          {offers.map(({ kind, credits }) => (
            <li key={kind}>{kind === 'rental' ? text.offers.rental(credits ?? 0) : text.offers[kind]}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
