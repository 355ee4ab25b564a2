import { useState } from 'react'
import type { TitleEpisode } from '#contract/admin/titles.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ListIcon } from '#web/ui/feature-icons.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { useEditor, useFieldError } from './editor-context.ts'
import { EpisodeImage } from './episode-image.tsx'
import { EpisodePaste } from './episode-paste.tsx'
import episodeStyles from './episodes.module.css'
import { NumberField } from './number-field.tsx'
import { Section } from './section.tsx'
import { LanguageLabel } from './texts-section.tsx'
import { nextEpisode } from './title-content.rules.ts'
import styles from './title.module.css'

const SECONDS_MAX = 86_400
const TIMES = ['startShowPoint', 'startPosition', 'endPosition'] as const

/** One season at a time: a series may have two thousand episodes. */
export function EpisodesSection() {
  const text = useText('consoleTitle')
  const { content, set } = useEditor()
  const errorOf = useFieldError()
  const { episodes } = content
  const seasons = [...new Set(episodes.map(({ season }) => season))].toSorted((a, b) => a - b)
  const [chosen, setChosen] = useState<number>()
  const [isPasting, setPasting] = useState(false)
  const season = chosen !== undefined && seasons.includes(chosen) ? chosen : (seasons[0] ?? 1)
  const add = (to: number) => {
    set((now) => ({ episodes: [...now.episodes, nextEpisode(now.episodes, to)] }))
    setChosen(to)
  }
  return (
    <Section name="episodes" title={text.sections.episodes} note={episodes.length > 0 ? episodes.length : undefined}>
      {seasons.length > 1 ? (
        <RadioField
          name="season"
          label={text.seasonField}
          value={String(season)}
          choices={seasons.map((each) => ({ value: String(each), label: text.season(each) }))}
          onChange={(each) => setChosen(Number(each))}
        />
      ) : null}
      {episodes.length === 0 ? <p className={styles.note}>{text.noEpisodes}</p> : null}
      <ol className={episodeStyles.list}>
        {episodes.map((episode, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- two may have one number for a while
          episode.season === season ? <Episode key={at} episode={episode} at={at} /> : null,
        )}
      </ol>
      <FieldNotes id="episodes" error={errorOf('episodes')} />
      <div className={styles.actions}>
        <Button icon={<PlusIcon size={16} />} onClick={() => add(season)}>
          {text.addEpisode}
        </Button>
        {seasons.length > 0 ? (
          <Button icon={<PlusIcon size={16} />} onClick={() => add(Math.min(999, seasons.at(-1)! + 1))}>
            {text.addSeason}
          </Button>
        ) : null}
        <Button icon={<ListIcon size={16} />} onClick={() => setPasting(true)}>
          {text.paste}
        </Button>
      </div>
      {isPasting ? <EpisodePaste season={season} onClose={() => setPasting(false)} /> : null}
    </Section>
  )
}

function Episode({ episode, at }: { episode: TitleEpisode; at: number }) {
  const text = useText('consoleTitle')
  const { set } = useEditor()
  const { language } = useCallContext()
  const [isOpen, setOpen] = useState(false)
  const name = text.episode(episode.season, episode.episode)
  const change = (part: Partial<TitleEpisode>) =>
    set((now) => ({ episodes: now.episodes.map((each, other) => (other === at ? { ...each, ...part } : each)) }))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- fields of one episode within a list
    <li className={episodeStyles.episode} aria-label={name}>
      <div className={episodeStyles.main}>
        <NumberField
          name={`episode-${at}`}
          label={text.episodeField}
          max={9_999}
          value={episode.episode}
          onChange={(number) => change({ episode: Math.max(1, number) })}
        />
        {LANGUAGES.map((each) => (
          <div key={each} lang={htmlLang(each)}>
            <TextField
              name={`episode-${at}-${each}`}
              label={<LanguageLabel language={each}>{text.fields.title}</LanguageLabel>}
              value={episode.title[each]}
              maxLength={200}
              autoComplete="off"
              onChange={(typed) => change({ title: { ...episode.title, [each]: typed } })}
            />
          </div>
        ))}
        <span className={episodeStyles.buttons}>
          <IconButton
            size={36}
            label={text.details(episode.title[language] || name)}
            icon={<ChevronDownIcon size={18} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          <IconButton
            size={36}
            label={text.remove(episode.title[language] || name)}
            icon={<CloseIcon size={18} />}
            onClick={() => set((now) => ({ episodes: now.episodes.filter((_, other) => other !== at) }))}
          />
        </span>
      </div>
      {isOpen ? <EpisodeDetails episode={episode} at={at} onChange={change} /> : null}
    </li>
  )
}

interface EpisodeDetailsProps {
  episode: TitleEpisode
  at: number
  onChange: (part: Partial<TitleEpisode>) => void
}

function EpisodeDetails({ episode, at, onChange }: EpisodeDetailsProps) {
  const text = useText('consoleTitle')
  return (
    <div className={episodeStyles.details}>
      <div className={styles.pair}>
        {LANGUAGES.map((each) => (
          <div key={each} lang={htmlLang(each)}>
            <TextAreaField
              name={`episode-${at}-description-${each}`}
              label={<LanguageLabel language={each}>{text.fields.description}</LanguageLabel>}
              value={episode.description[each]}
              error={undefined}
              rows={3}
              maxLength={5_000}
              onChange={(typed) => onChange({ description: { ...episode.description, [each]: typed } })}
            />
          </div>
        ))}
      </div>
      <div className={styles.facts}>
        {TIMES.map((time) => (
          <NumberField
            key={time}
            name={`episode-${at}-${time}`}
            label={text[time]}
            hint={text.secondsHint}
            max={SECONDS_MAX}
            value={episode[time]}
            onChange={(value) => onChange({ [time]: value })}
          />
        ))}
      </div>
      <EpisodeImage episode={episode} onChange={(image) => onChange({ image })} />
    </div>
  )
}
