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
import episodeStyles from './episodes.module.css'
import { NumberField } from './number-field.tsx'
import { Section } from './section.tsx'
import { LanguageLabel } from './texts-section.tsx'
import { nextEpisode } from './title-content.rules.ts'
import styles from './title.module.css'
import { ImageSlot } from './image-slot.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { readPasted, withPasted } from './episode-paste.rules.ts'

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

interface EpisodeImageProps {
  episode: TitleEpisode
  onChange: (image: string) => void
}

/** Of the episode's own film, as `episodeGuid` of the server names it. */
function EpisodeImage({ episode, onChange }: EpisodeImageProps) {
  const text = useText('consoleTitle')
  const { title } = useEditor()
  const code = new RegExp(`s0*${episode.season}e0*${episode.episode}$`, 'i')
  const film = title?.assets.find(({ role, programGuid }) => role === 'film' && code.test(programGuid))
  return (
    <ImageSlot
      name={text.episodeImage}
      ratio="16 / 9"
      image={episode.image}
      programGuid={film?.programGuid}
      onChange={onChange}
    />
  )
}

const EPISODES_MAX = 2_000

function EpisodePaste({ season, onClose }: { season: number; onClose: () => void }) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { content, set } = useEditor()
  const [typed, setTyped] = useState('')
  const close = useGuardedClose(typed !== '', onClose)
  const lines = readPasted(typed, season)
  const read = lines.flatMap(({ episode }) => episode ?? [])
  const wrong = lines.filter(({ episode }) => !episode).map(({ line }) => line)
  const { episodes, added, changed } = withPasted(content.episodes, read)
  return (
    <Dialog title={text.paste} className={episodeStyles.dialog} closeLabel={shell.close} onClose={close}>
      <div className={formStyles.form}>
        <p className={formStyles.text}>{text.pasteText}</p>
        <TextAreaField
          name="pasted"
          label={text.pasteField}
          value={typed}
          error={wrong.length > 0 ? text.pasteBad(wrong.join(shell.comma)) : undefined}
          rows={10}
          onChange={setTyped}
        />
        <output className={formStyles.text}>{read.length > 0 ? text.pasteAdd(added, changed) : ''}</output>
        <DialogActions
          main={{
            label: text.add,
            disabled: read.length === 0 || episodes.length > EPISODES_MAX,
            onClick: () => {
              set((now) => ({ episodes: withPasted(now.episodes, read).episodes }))
              onClose()
            },
          }}
          cancel={{ label: shell.cancel, onClick: close }}
        />
      </div>
    </Dialog>
  )
}
