import { type ReactNode, useId } from 'react'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { sizeText } from '../client/file-names.rules.ts'
import { type AddedFile, defaultOf, labelOf, type StoredTrack, type TrackKind } from './track-draft.rules.ts'
import styles from './tracks.module.css'
import type { useTrackDraft } from './use-track-draft.ts'

interface TrackRowsProps {
  stored: readonly StoredTrack[]
  editing: ReturnType<typeof useTrackDraft>
  /** In words, of the tag. */
  titleOf: (track: StoredTrack) => string
}

/** The tracks, then the files that are added. */
export function TrackRows({ stored, editing, titleOf }: TrackRowsProps) {
  const text = useText('consoleTracks')
  const id = useId()
  const { draft, change, changeFile } = editing
  const setDefault = (kind: TrackKind, key: string) => change({ defaults: { ...draft.defaults, [kind]: key } })
  const isDefault = (kind: TrackKind, key: string) => defaultOf(kind, stored, draft) === key
  return (
    <ul className={styles.tracks} aria-label={text.title}>
      {stored.map((track) => {
        const { trackId, kind, isAtmos, channels } = track
        const isRemoved = draft.removed.includes(trackId)
        const sound = isAtmos ? 'Dolby Atmos' : channels !== null && channels > 2 ? `${channels - 1}.1` : text.stereo
        const toggled = isRemoved ? draft.removed.filter((one) => one !== trackId) : [...draft.removed, trackId]
        const title = titleOf(track)
        return (
          <TrackRow
            key={trackId}
            kind={kind}
            title={title}
            facts={kind === 'audio' ? sound : ''}
            {...labelOf(draft, track)}
            isDefault={isDefault(kind, trackId)}
            isRemoved={isRemoved}
            group={`${id} ${kind}`}
            onLabel={(label) => change({ labels: { ...draft.labels, [trackId]: label } })}
            onDefault={() => setDefault(kind, trackId)}
            action={{
              label: isRemoved ? text.keep : text.remove,
              name: isRemoved ? text.keepOf(title) : text.removeOf(title),
              onClick: () => change({ removed: toggled }),
            }}
          />
        )
      })}
      {draft.files.map((file) => (
        <TrackRow
          key={file.fileId}
          kind={file.kind}
          title={file.file.name}
          facts={text.kinds[file.kind]}
          language={file.language}
          name={file.name}
          isDefault={isDefault(file.kind, file.fileId)}
          group={`${id} ${file.kind}`}
          onLabel={(label) => changeFile(file.fileId, label)}
          onDefault={() => setDefault(file.kind, file.fileId)}
          action={{
            label: text.discard,
            name: text.discardOf(file.file.name),
            onClick: () => void editing.discard(file),
          }}
        >
          <FileProgress file={file} onResume={() => editing.resume(file)} />
        </TrackRow>
      ))}
    </ul>
  )
}

function FileProgress({ file: added, onResume }: { file: AddedFile; onResume: () => void }) {
  const text = useText('consoleTracks')
  const { file, state, sent, message } = added
  const shown = state === 'complete' ? file.size : sent
  return (
    <div className={styles.progress}>
      <progress max={file.size} value={shown} aria-label={file.name} />
      <span className={styles.note}>
        {text.states[state]} · {text.sent(sizeText(shown), sizeText(file.size))}
      </span>
      {state === 'failed' || state === 'offline' ? (
        <>
          <p className={styles.problem} role="alert">
            {state === 'offline' ? text.offline : message}
          </p>
          <Button size="s" aria-label={text.resumeOf(file.name)} onClick={onResume}>
            {text.resume}
          </Button>
        </>
      ) : null}
    </div>
  )
}

interface TrackRowProps {
  kind: TrackKind
  /** Its file, or its language in words. */
  title: string
  facts: string
  language: string
  name: string
  isDefault: boolean
  isRemoved?: boolean
  /** One choice among the rows of a kind. */
  group: string
  onLabel: (label: { language: string; name: string }) => void
  onDefault: () => void
  action: { label: string; name: string; onClick: () => void }
  children?: ReactNode
}

const LANGUAGE_MAX = 35
const NAME_MAX = 60

/** A track that is there, or a file that becomes one. */
function TrackRow(props: TrackRowProps) {
  const text = useText('consoleTracks')
  const { kind, title, facts, language, name, isDefault, isRemoved = false, group, onLabel, onDefault, action } = props
  return (
    <li className={styles.row} data-removed={isRemoved ? '' : undefined}>
      <div className={styles.what}>
        <strong>{title}</strong>
        <span>{isRemoved ? text.willGo : facts}</span>
      </div>
      <input
        type="text"
        aria-label={text.languageOf(title)}
        placeholder={text.languageHint[kind]}
        value={language}
        maxLength={LANGUAGE_MAX}
        disabled={isRemoved}
        autoComplete="off"
        onChange={({ target }) => onLabel({ language: target.value, name })}
      />
      <input
        type="text"
        aria-label={text.nameOf(title)}
        placeholder={text.nameHint}
        value={name}
        maxLength={NAME_MAX}
        disabled={isRemoved}
        autoComplete="off"
        onChange={({ target }) => onLabel({ language, name: target.value })}
      />
      <label className={styles.choice}>
        <input
          type="radio"
          name={group}
          checked={isDefault && !isRemoved}
          disabled={isRemoved}
          aria-label={text.defaultOf(title)}
          onChange={onDefault}
        />
        {text.isDefault}
      </label>
      <Button look="text" size="s" aria-label={action.name} onClick={action.onClick}>
        {action.label}
      </Button>
      {props.children}
    </li>
  )
}
