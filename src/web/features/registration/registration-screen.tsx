import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { DoneStep } from './done-step.tsx'
import { NumberStep } from './number-step.tsx'
import { StepList } from './step-list.tsx'
import { openStep, type Step } from './steps.rules.ts'
import { useRegistration } from './use-registration.ts'

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
