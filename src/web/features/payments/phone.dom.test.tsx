import { testPayingDevices } from '../../../../test/support/paying-devices.tsx'

testPayingDevices('zh_HK')
