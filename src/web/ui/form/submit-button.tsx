import { Button } from '../button.tsx'

export interface SubmitButtonProps {
  children: string
  /** The form is on its way. */
  pending: boolean
  busyText: string
  /** Why it cannot be sent for now: how long to wait. In place of its own words. */
  waiting?: string | undefined
}

/** What sends the form of a whole screen. */
export function SubmitButton({ children, pending, busyText, waiting }: SubmitButtonProps) {
  return (
    <Button
      look="primary"
      size="l"
      type="submit"
      wide
      busy={pending}
      busyText={busyText}
      disabled={waiting !== undefined}
    >
      {waiting ?? children}
    </Button>
  )
}
