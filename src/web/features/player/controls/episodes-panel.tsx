import { isDemoClip } from '#web/viewer/site-config/site-config.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import choice from './choice-menu.module.css'
import styles from './episodes-panel.module.css'
import { ListIcon } from '#web/ui/feature-icons.tsx'
import { giveFocusBack } from './focus.ts'
import { type EpisodeChoice, usePlayer } from './player-context.ts'

export function EpisodesButton() {
  const { text, layer, openLayer } = usePlayer()
  const isOpen = layer === 'episodes'
  return (
    <button
      type="button"
      className={choice.button}
      data-on={isOpen || undefined}
      data-episodes=""
      aria-label={text.episodeList}
      aria-expanded={isOpen}
      onClick={() => openLayer('episodes')}
    >
      <ListIcon size={22} />
      <span className={choice.value}>{text.episodes}</span>
    </button>
  )
}

export function EpisodesPanel({ episodes }: { episodes: EpisodeChoice }) {
  const { text, openLayer } = usePlayer()
  const panel = useRef<HTMLElement>(null)
  const close = () => openLayer(null)
  useEffect(() => {
    const playing =
      panel.current?.querySelector<HTMLElement>('[aria-current]') ?? panel.current?.querySelector('button')
    playing?.focus({ preventScroll: true })
    playing?.scrollIntoView({ block: 'center' })
    return () => giveFocusBack(document.querySelector<HTMLElement>('[data-episodes]'))
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const episodeButtons = panel.current?.querySelectorAll<HTMLElement>('li button:not([disabled])') ?? []
    if (moveListFocus([...episodeButtons], event.key)) event.preventDefault()
  }
  return (
    <aside ref={panel} className={styles.panel} aria-label={text.episodeList} data-controls="">
      <header className={styles.header}>
        <h2 className={styles.title}>{text.episodes}</h2>
        <IconButton label={text.close} icon={<CloseIcon size={22} />} onClick={close} />
      </header>
      <ol className={styles.list}>
        {episodes.list.map((episode) => {
          const isCurrent = episode.programGuid === episodes.current
          return (
            <li key={episode.programGuid}>
              <button
                type="button"
                className={styles.episode}
                aria-current={isCurrent || undefined}
                disabled={episode.preparing}
                onKeyDown={onKeyDown}
                onClick={() => (isCurrent ? close() : episodes.choose(episode))}
              >
                <span className={styles.still}>
                  <ResponsiveImage
                    src={episode.imageURL}
                    alt=""
                    title={text.episode(episode.episode)}
                    sizes="136px"
                    to={480}
                  />
                </span>
                <span className={styles.text}>
                  <span className={styles.name}>{text.episodeTitled(episode.episode, episode.title)}</span>
                  <span className={styles.note}>
                    {isCurrent
                      ? text.playing
                      : episode.preparing
                        ? text.preparing
                        : isDemoClip(episode.duration ?? 0)
                          ? ''
                          : episode.durationStr}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </aside>
  )
}
