import { ChevronDownIcon } from '../icons.tsx'
import { classNames } from '../class-names.ts'
import styles from './inline-select.module.css'

export interface InlineSelectProps {
  label: string
  isLabelHidden?: boolean
  value: string
  choices: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export function InlineSelect({ label, isLabelHidden, value, choices, onChange }: InlineSelectProps) {
  return (
    <label className={styles.label}>
      <span className={classNames(isLabelHidden && 'visually-hidden')}>{label}</span>
      <select className={styles.select} value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} />
    </label>
  )
}
