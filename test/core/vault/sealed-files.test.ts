import { openVault } from '../../../src/core/vault/open-vault.ts'
import { testSealedFiles } from './sealed-files-suite.ts'

testSealedFiles(openVault)
