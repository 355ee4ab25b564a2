import { useState } from 'react'
import type { TitleWindow } from '#contract/admin/titles.ts'
import { REGIONS } from '#contract/regions.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { hongKongDay, instantOf } from '../../form/hong-kong.rules.ts'
import { TimeField } from '../../form/time-field.tsx'
import { Choose } from './choose.tsx'
import { useEditor, useFieldError } from './editor-context.ts'
import { Section } from './section.tsx'
import styles from './title.module.css'
import windowStyles from './windows.module.css'
import { spanOf } from './windows.rules.ts'

export function WindowsSection() {
  const text = useText('consoleTitle')
  const { regions } = useText('consoleTitles')
  const { content, set } = useEditor()
  const errorOf = useFieldError()
  const { windows } = content
  const replace = (at: number, change: Partial<TitleWindow>) =>
    set((now) => ({ windows: now.windows.map((window, other) => (other === at ? { ...window, ...change } : window)) }))
  return (
    <Section name="windows" title={text.sections.windows}>
      {windows.length === 0 ? <p className={styles.note}>{text.noWindows}</p> : null}
      {windows.map((window, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a window has no other name than its place
        <div key={at} className={windowStyles.row}>
          <Choose
            label={text.region}
            value={window.region}
            options={REGIONS.map((region) => [region, regions[region]])}
            onChange={(region) => replace(at, { region })}
          />
          <TimeField
            label={text.starts}
            value={window.startsAt}
            onChange={(startsAt) => startsAt && replace(at, { startsAt })}
          />
          <TimeField
            label={text.ends}
            hint={text.endsHint}
            value={window.endsAt}
            onChange={(endsAt) => replace(at, { endsAt })}
          />
          <div className={windowStyles.source}>
            {(['licensor', 'contract'] as const).map((name) => (
              <TextField
                key={name}
                name={`${name}-${at}`}
                label={text[name]}
                maxLength={100}
                autoComplete="off"
                value={window[name] ?? ''}
                onChange={(typed) => replace(at, { [name]: typed || undefined })}
              />
            ))}
          </div>
          <IconButton
            size={36}
            className={windowStyles.remove}
            label={text.remove(regions[window.region])}
            icon={<CloseIcon size={18} />}
            onClick={() => set((now) => ({ windows: now.windows.filter((_, other) => other !== at) }))}
          />
        </div>
      ))}
      <FieldNotes id="windows" error={errorOf('windows')} />
      <div className={styles.actions}>
        {REGIONS.map((region) => (
          <Button
            key={region}
            icon={<PlusIcon size={16} />}
            onClick={() => set((now) => ({ windows: [...now.windows, nextWindow(now.windows, region)] }))}
          >
            {text.addWindow(regions[region])}
          </Button>
        ))}
      </div>
      <WindowBars windows={windows} />
    </Section>
  )
}

/** From today's beginning, or where the last one of the region ends; by the contract of the last. */
function nextWindow(windows: readonly TitleWindow[], region: TitleWindow['region']): TitleWindow {
  const today = new Date(instantOf(`${hongKongDay(new Date(serverNow()).toISOString())}T00:00`)!).toISOString()
  const ends = windows.filter((window) => window.region === region).flatMap(({ endsAt }) => endsAt ?? [])
  const { licensor, contract } = windows.at(-1) ?? {}
  return { region, startsAt: ends.toSorted().at(-1) ?? today, endsAt: null, licensor, contract }
}

/** When each region has the title, on one scale, with today on it. */
function WindowBars({ windows }: { windows: readonly TitleWindow[] }) {
  const text = useText('consoleTitle')
  const titles = useText('consoleTitles')
  const [now] = useState(() => serverNow())
  if (windows.length === 0) return null
  const { share, ticks } = spanOf(windows, now)
  const sayWindow = ({ startsAt, endsAt }: TitleWindow) =>
    titles.until(hongKongDay(startsAt), endsAt ? hongKongDay(endsAt, 'end') : undefined)
  return (
    <ul className={windowStyles.bars}>
      {REGIONS.map((region) => {
        const own = windows.filter((window) => window.region === region)
        const name = titles.regions[region]
        const sentence = own.map(sayWindow).join(' · ') || text.notHere
        return (
          <li key={region} className={windowStyles.line} aria-label={text.bar(name, sentence)}>
            <span>{name}</span>
            <span className={windowStyles.track} aria-hidden="true">
              {own.map((window) => (
                <span
                  key={window.startsAt}
                  className={windowStyles.bar}
                  data-open={window.endsAt === null ? '' : undefined}
                  style={{ left: share(window.startsAt).css, right: share(window.endsAt).rest }}
                />
              ))}
              <span className={windowStyles.now} style={{ left: share(new Date(now).toISOString()).css }} />
            </span>
          </li>
        )
      })}
      <li className={windowStyles.scale} aria-hidden="true">
        <span />
        <span className={windowStyles.ticks}>
          {ticks.map(({ year, css }) => (
            <span key={year} style={{ left: css }}>
              {year}
            </span>
          ))}
        </span>
      </li>
    </ul>
  )
}
