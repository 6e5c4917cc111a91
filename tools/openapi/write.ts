// `npm run openapi`: writes contract/openapi.json from the schemas of the routes.
import { writeFileSync } from 'node:fs';
import { describeServer } from './describeServer.ts';

writeFileSync('contract/openapi.json', `${JSON.stringify(await describeServer(), null, 2)}\n`);
process.exit(0);
