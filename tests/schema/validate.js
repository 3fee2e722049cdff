// Validates result documents: node validate.js SCHEMA FILE...
// One line for each thing that does not fit; exit status 1 when there was one.
'use strict';
const fs = require('fs');
const Ajv2020 = require('ajv/dist/2020');

const [schema, ...files] = process.argv.slice(2);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const validate = ajv.compile(JSON.parse(fs.readFileSync(schema, 'utf8')));
// Unlike readFileSync(..., 'utf8') this refuses bytes that are not UTF-8.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function problems(file) {
  try {
    const text = utf8.decode(fs.readFileSync(file));
    if (validate(JSON.parse(text)))
      return [];
  } catch (error) {
    return [error.message];
  }
  return validate.errors.map((e) => `${e.instancePath || '/'} ${e.message}`);
}

for (const file of files) {
  for (const problem of problems(file)) {
    console.log(`${file}: ${problem}`);
    process.exitCode = 1;
  }
}
