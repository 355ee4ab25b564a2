import { useId, useState } from 'react'
import { INGEST_ROLES } from '#contract/admin/ingest.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '../../form/confirm.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import styles from './ingest.module.css'
import { MatchNote } from './match-note.tsx'
import { TargetField } from './target-field.tsx'
import { changeItem, discard, giveSubtitles, pause, resume, setLanguage, STOPPED } from './upload-queue.ts'
import { sizeText } from '../../client/file-names.rules.ts'
import { type Item, type ItemRole, type QueuedFile, secondsLeft } from './upload.rules.ts'

const TONES = {
  waiting: 'plain',
  uploading: 'blue',
  paused: 'warn',
  failed: 'bad',
  offline: 'warn',
  complete: 'ok',
} as const satisfies Record<QueuedFile['state'], Tone>

export function UploadCard({ item }: { item: Item }) {
  const text = useText('consoleIngest')
  const { itemId, media, subtitles, role, target, startsWhenReady, isStarting, message } = item
  const roleId = useId()
  const missing =
    target === undefined
      ? text.needsTarget
      : subtitles.some(({ language }) => language.trim() === '')
        ? text.needsLanguage
        : undefined
  const isHere = [media, ...subtitles].every(({ state }) => state === 'complete')
  return (
    <li className={styles.card}>
      <FileRow file={media} />
      <div className={styles.fields}>
        <span className={styles.role}>
          <label htmlFor={roleId}>{text.role}</label>
          <select
            id={roleId}
            value={role}
            onChange={({ target: chosen }) => changeItem(itemId, { role: chosen.value as ItemRole })}
          >
            {INGEST_ROLES.map((each) => (
              <option key={each} value={each}>
                {text.roles[each]}
              </option>
            ))}
          </select>
        </span>
        <TargetField target={target} onChange={(chosen) => changeItem(itemId, { target: chosen, match: undefined })} />
      </div>
      <MatchNote item={item} />
      {subtitles.length > 0 ? (
        <ul className={styles.subtitles} aria-label={text.subtitles}>
          {subtitles.map((file) => (
            <li key={file.fileId}>
              <FileRow file={file} />
              <input
                aria-label={text.language(file.file.name)}
                placeholder={text.languageHint}
                value={file.language}
                maxLength={35}
                onChange={({ target: typed }) => setLanguage(file.fileId, typed.value)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {message ? (
        <p className={styles.problem} role="alert">
          {message}
        </p>
      ) : null}
      <div className={styles.begin}>
        <Button
          look={startsWhenReady ? 'secondary' : 'primary'}
          size="s"
          disabled={missing !== undefined}
          busy={isStarting}
          onClick={() => changeItem(itemId, { startsWhenReady: !startsWhenReady })}
        >
          {startsWhenReady ? text.doNotStart : isHere ? text.start : text.startWhenReady}
        </Button>
        <p className={styles.note}>{missing ?? (startsWhenReady && !isHere ? text.startsLater : '')}</p>
      </div>
    </li>
  )
}

/** Subtitles that match no film by name. */
export function LooseSubtitles({ files, items }: { files: readonly QueuedFile[]; items: readonly Item[] }) {
  const text = useText('consoleIngest')
  if (files.length === 0) return null
  return (
    <section className={styles.unfinished}>
      <h3>{text.loose}</h3>
      {items.length === 0 ? <p className={styles.note}>{text.looseAlone}</p> : null}
      <ul aria-label={text.loose}>
        {files.map(({ fileId, file: { name } }) => (
          <li key={fileId}>
            <span>{name}</span>
            {items.length > 0 ? (
              <span className={styles.role}>
                <select
                  aria-label={text.filmOf(name)}
                  value=""
                  onChange={({ target: { value } }) => giveSubtitles(fileId, value)}
                >
                  <option value="">{text.chooseFilm}</option>
                  {items.map(({ itemId, media }) => (
                    <option key={itemId} value={itemId}>
                      {media.file.name}
                    </option>
                  ))}
                </select>
              </span>
            ) : null}
            <Button look="text" size="s" aria-label={text.removeOf(name)} onClick={() => void discard(fileId)}>
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileRow({ file: queued }: { file: QueuedFile }) {
  const text = useText('consoleIngest')
  const { fileId, file, state, sent, rate, message } = queued
  const [isAsked, setAsked] = useState(false)
  const shown = state === 'complete' ? file.size : sent
  const left = secondsLeft(queued)
  const facts = [
    text.sent(sizeText(shown), sizeText(file.size)),
    ...(state === 'uploading' && rate !== undefined ? [text.rate(sizeText(rate))] : []),
    ...(state === 'uploading' && left !== undefined ? [text.left(text.seconds(left))] : []),
  ]
  return (
    <div className={styles.file}>
      <p className={styles.fileHead}>
        <strong>{file.name}</strong>
        <Pill tone={TONES[state]} hasDot>
          {text.states[state]}
        </Pill>
        <span className={styles.percent}>{Math.floor((shown / file.size) * 100)}%</span>
      </p>
      <progress className={styles.bar} data-state={state} max={file.size} value={shown} aria-label={file.name} />
      <div className={styles.fileFoot}>
        <p className={styles.note}>{facts.join(' · ')}</p>
        {state === 'uploading' || state === 'waiting' ? (
          <Button size="s" onClick={() => pause(fileId)}>
            {text.pause}
          </Button>
        ) : null}
        {STOPPED.includes(state) ? (
          <Button size="s" onClick={() => resume(fileId)}>
            {text.resume}
          </Button>
        ) : null}
        <Button look="text" size="s" aria-label={text.discardOf(file.name)} onClick={() => setAsked(true)}>
          {text.discard}
        </Button>
      </div>
      {state === 'failed' || state === 'offline' ? (
        <p className={styles.problem} role="alert">
          {state === 'offline' ? text.offline : message}
        </p>
      ) : null}
      {isAsked ? (
        <Confirm
          title={text.discardTitle(file.name)}
          text={text.discardText}
          label={text.discard}
          isDanger
          asksWhy="never"
          submit={async () => {
            await discard(fileId)
            showToast({ text: text.discarded })
            return { result: 'SUCCESS' }
          }}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  )
}
