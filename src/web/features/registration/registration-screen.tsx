import styles from './registration-screen.module.css'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { NumberStep } from './number-step.tsx'
import { openStep, type Step } from './steps.rules.ts'
import { useRegistration } from './use-registration.ts'
import type { Grant } from '#contract/codes.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { Button } from '#web/ui/button.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { GrantList } from '#web/ui/grant-list.tsx'
import form from '#web/ui/form/form.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'

const FIRST = routerPath(paths.registration())
const addressOf = (step: Step): string => (step === 1 ? FIRST : `${FIRST}?step=${step}`)

/** SPEC 2, registration: number and agreements, code, details. Each step is a history entry, and values are kept between steps. */
export function RegistrationScreen() {
  const text = useText('registration')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const requested = new URLSearchParams(search).get('step')
  const go = (step: Step) => void navigate(addressOf(step))
  const flow = useRegistration({
    go,
    finish: () => void navigate(routerPath(paths.profiles()), { replace: true }),
  })
  const step = openStep(requested, { isSent: flow.sent !== undefined, isVerified: flow.isVerified })

  usePageTitle(text.pageTitle([text.steps.number, text.steps.code, text.steps.details][step - 1] ?? ''))

  // Corrects an address whose step is not open, as after a reload, without a history entry.
  useEffect(() => {
    if (pathname === FIRST && String(step) !== (requested ?? '1')) void navigate(addressOf(step), { replace: true })
  }, [pathname, requested, step, navigate])

  return (
    <div>
      <StepList current={step} />
      {flow.grants.length > 0 ? <DoneStep grants={flow.grants} onNext={flow.finish} /> : null}
      {step === 1 && flow.grants.length === 0 ? <NumberStep flow={flow} /> : null}
      {step === 2 && flow.sent ? <CodeStep flow={flow} sent={flow.sent} onBack={() => go(1)} /> : null}
      {step === 3 && flow.grants.length === 0 ? <DetailsStep flow={flow} onBack={() => go(2)} /> : null}
    </div>
  )
}

/** After a registration with a promotion code: what it gave. */
function DoneStep({ grants, onNext }: { grants: readonly Grant[]; onNext: () => void }) {
  const { granted: text } = useText('registration')
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <div className={form.form}>
      <header className={form.head}>
        <h1 ref={heading} tabIndex={-1} className={form.title}>
          {text.title}
        </h1>
        <p className={form.lead}>{text.text}</p>
      </header>
      <GrantList grants={useGrantLines(grants)} />
      <div className={form.actions}>
        <Button look="primary" size="l" wide onClick={onNext}>
          {text.next}
        </Button>
      </div>
    </div>
  )
}

/** The progress of the registration. */
function StepList({ current }: { current: Step }) {
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
