import { openVault } from '#core/vault/open-vault.ts'
import { testSealedFiles } from './sealed-files-suite.ts'

testSealedFiles(openVault)
