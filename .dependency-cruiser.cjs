/** Cycles and orphans; the floor plan itself is held by ESLint (eslint.floors.js). */
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'Two modules that need each other are one module, or a third is missing. Types count. An import on demand closes no circle: the module that asks for it is complete by then.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it imports nothing. The visitor is served to a page as it is.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.test\\.ts$', '/visitor\\.mjs$'] },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '[?](raw|url|inline|worker)'] },
    },
    {
      name: 'build-without-tools',
      comment:
        'The tools that build the page are dependencies; devDependencies are for tests, checks and the command line.',
      severity: 'error',
      from: {
        path: '^(src|workers|vite[.]config|svelte[.]config)',
        pathNot: [
          '[.]test[.]ts$',
          '^src/node/(bench|bootstrap|cli|serve)/',
          '^src/node/build/(make-|lint-words|texts-of-files|gym-board|shell-labels)',
        ],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.app.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['browser', 'import', 'default'] },
  },
};
