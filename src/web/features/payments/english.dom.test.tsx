import { vi } from 'vitest'
import { testPayingDevices } from '../../../../test/support/paying-devices.tsx'

vi.hoisted(() => localStorage.setItem('language', 'en_US'))

testPayingDevices('en_US')
