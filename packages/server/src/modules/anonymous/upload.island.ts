document.documentElement.dataset['island'] = 'upload';
export {};
