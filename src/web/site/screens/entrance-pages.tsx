import { ForgetScreen } from '#web/features/login/forget-screen.tsx'
import { LoginScreen } from '#web/features/login/login-screen.tsx'
import { RegistrationScreen } from '#web/features/registration/registration-screen.tsx'
import { Entrance } from './entrance.tsx'

/** The login beside the harbour, with a bar of its own (SPEC 2: its header is hidden). */
export function LoginPage() {
  return (
    <Entrance ownBar>
      <LoginScreen />
    </Entrance>
  )
}

/** The forgotten password, below the header. */
export function ForgetPage() {
  return (
    <Entrance ownBar={false}>
      <ForgetScreen />
    </Entrance>
  )
}

/** The registration, likewise. */
export function RegistrationPage() {
  return (
    <Entrance ownBar={false}>
      <RegistrationScreen />
    </Entrance>
  )
}
