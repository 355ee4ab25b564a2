import type { Scene } from '#contract/search.ts'
import { formatClock } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { PlayIcon } from '#web/ui/icons.tsx'
import { splitMatch } from './suggestions.rules.ts'
import styles from './scene-list.module.css'

export function SceneList({ scenes, keyword }: { scenes: readonly Scene[]; keyword: string }) {
  const text = useText('search')
  if (scenes.length === 0) return null
  return (
    <section className={styles.scenes} aria-labelledby="search-scenes">
      <h2 id="search-scenes" className={styles.heading}>
        {text.scenes}
      </h2>
      <ul className={styles.list}>
        {scenes.map((scene) => (
          <li key={`${scene.programGuid} ${scene.language} ${scene.at}`}>
            <SceneLink scene={scene} keyword={keyword} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SceneLink({ scene, keyword }: { scene: Scene; keyword: string }) {
  const text = useText('search')
  const time = formatClock(scene.at)
  const [before, match, after] = splitMatch(scene.line, keyword)
  return (
    <a className={styles.scene} href={sceneLink(scene)}>
      <span className={styles.play}>
        <PlayIcon size={16} />
      </span>
      <span className={styles.body}>
        <q className={styles.line} lang={scene.language}>
          {before}
          {match === '' ? null : <mark className={styles.mark}>{match}</mark>}
          {after}
        </q>
        <span className={styles.title}>
          {text.playFrom(scene.title, time)}
          {scene.season !== undefined && scene.episode !== undefined ? (
            <span className={styles.episode}>{text.episode(scene.season, scene.episode)}</span>
          ) : null}
        </span>
      </span>
    </a>
  )
}

function sceneLink({ programId, programGuid, episode, at: position }: Scene): string {
  return episode === undefined
    ? paths.play({ programId, programGuid, position })
    : paths.playDrama({ programId, programGuid, episode, position })
}
