import { useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<V extends string> {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  onChange: (value: V) => void
}

/** A few views of one thing, side by side. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([each, title]) => (
        <label key={each}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
