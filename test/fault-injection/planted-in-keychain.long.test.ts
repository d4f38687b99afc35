import { startKeychainSession } from '../support/keychain-session.ts'
import { testPlantedSecrets } from './planted-journey.ts'

testPlantedSecrets('the keychain', 'keychain', async () => {
  const session = await startKeychainSession()
  return { environment: session.env, stop: () => session.stop() }
})
