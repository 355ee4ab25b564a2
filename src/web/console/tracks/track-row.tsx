import type { ReactNode } from 'react'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import type { TrackKind } from './track-draft.rules.ts'
import styles from './tracks.module.css'

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
export function TrackRow(props: TrackRowProps) {
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
