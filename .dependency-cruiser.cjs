/** Cycles, and walls between folders of one room. ESLint checks the floors between rooms (eslint.floors.js). */
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
      name: 'folders-one-way',
      comment:
        'Folders import each other in one direction at most. Types count. In models, three folders form a circle.',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: '^src/models/' },
      to: { circular: true },
    },
    {
      name: 'pages-apart',
      comment: 'A page imports no other page: app/passages leads from one into another.',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/' },
      to: { path: '^src/pages/[^/]+/', pathNot: '^src/pages/$1/' },
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
        pathNot: ['^src/node/(bootstrap|cli)/', '^src/node/build/(make-|gym-board|shell-labels)'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests import what they test, from wherever it is.
    exclude: { path: '^tests/|[.]test[.]ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.app.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['browser', 'import', 'default'] },
  },
};
