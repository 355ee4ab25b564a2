import type { Grant } from '#contract/codes.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { Button } from '#web/ui/button.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { GrantList } from '#web/ui/grant-list.tsx'
import form from '#web/ui/form/form.module.css'
import { useText } from '#web/kit/text.ts'

/** After a registration with a promotion code: what it gave. */
export function DoneStep({ grants, onNext }: { grants: readonly Grant[]; onNext: () => void }) {
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
