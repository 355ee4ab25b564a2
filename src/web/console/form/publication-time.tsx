import { useId } from 'react'
import { useText } from '#web/kit/text.ts'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { Segments } from '../widgets/segments.tsx'
import styles from './form.module.css'

interface PublicationTimeProps {
  /** As `datetime-local` holds it; undefined: now. */
  typed: string | undefined
  onChange: (typed: string | undefined) => void
}

/** Now or at a time. */
export function PublicationTime({ typed, onChange }: PublicationTimeProps) {
  const { publishing: text } = useText('consoleTitle')
  const id = useId()
  return (
    <>
      <Segments
        label={text.when}
        value={typed === undefined ? 'now' : 'planned'}
        options={[
          ['now', text.now],
          ['planned', text.planned],
        ]}
        onChange={(when) => onChange(when === 'now' ? undefined : '')}
      />
      {typed === undefined ? null : (
        <FieldFrame id={id} label={text.at}>
          <span className={styles.time}>
            <input
              id={id}
              type="datetime-local"
              value={typed}
              max="2999-12-31T23:59"
              onChange={({ target }) => onChange(target.value)}
            />
          </span>
        </FieldFrame>
      )}
    </>
  )
}
