import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { Step } from './steps.rules.ts'
import styles from './step-list.module.css'
import { useText } from '#web/kit/text.ts'

/** The progress of the registration. */
export function StepList({ current }: { current: Step }) {
  const text = useText('registration')
  const names = [text.steps.number, text.steps.code, text.steps.details]
  return (
    <ol className={styles.list} aria-label={text.progress}>
      {names.map((name, at) => {
        const step = at + 1
        const isDone = step < current
        return (
          <li
            key={name}
            className={classNames(styles.step, isDone && styles.done, step === current && styles.current)}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {isDone ? <CheckIcon size={16} /> : step}
            </span>
            <span>{name}</span>
            {isDone ? <span className="visually-hidden">{text.done}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
