import { openVault } from '#keys/vault/open-vault.ts'
import { testSealedFiles } from './sealed-files-suite.ts'

testSealedFiles(openVault)
